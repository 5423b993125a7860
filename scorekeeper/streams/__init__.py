"""The database: the event journal, its installation, migrations and backups."""
