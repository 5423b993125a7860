"""The journal in PostgreSQL, for several processes; nothing else here knows psycopg."""
