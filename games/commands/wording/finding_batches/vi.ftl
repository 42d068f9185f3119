dismiss_findings--title = Bỏ qua nhiều phát hiện cùng loại
dismiss_findings--consequence = Tổng của chúng được so với các mức; trên mức, từng phát hiện được đề nghị (waiting/).
