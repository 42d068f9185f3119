titles--name = Hồ sơ tranh chấp
titles--name--library-of-decisions = Kho quyết định
titles--name--notices = Thông báo
