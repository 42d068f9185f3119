leaving--export = Xuất một đoạn, có niêm phong
leaving--give = Giao bản sao có che
leaving--download = Tải bản gốc

dismiss = Bỏ qua phát hiện
