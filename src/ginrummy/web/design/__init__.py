"""How every page looks: the frame of a page, the style sheet, the cards as they are drawn."""
