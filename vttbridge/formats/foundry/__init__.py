"""Documents of Foundry VTT, of any version from 7 to 14, to scenes and pieces, and plans back to updates."""
