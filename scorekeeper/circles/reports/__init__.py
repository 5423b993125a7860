"""What the pages of a circle show: boards, evenings, persons, records."""
