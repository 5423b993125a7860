"""The first page, the settings of a device, and the installed application."""
