chance--assumes = Người chơi thắng thua với nhau, nhà cái chỉ có hoa hồng trên tiền thắng: không giả định cách chơi nào.
