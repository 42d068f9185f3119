not_recorded = nguyên nhân không được ghi lại
