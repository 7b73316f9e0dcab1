"""Programs that show how generated tools are used."""
