"""What is seen and heard: layout, animation, tables, overlay, menus."""
