page = Page
