"""What is kept: events of streams, access to them, their database, migrations and backups."""
