"""Files of Office before 2007 are made into newer ones by LibreOffice, in a process with walls of its own."""
