confirm_batch--consequence = Mọi điều được đề nghị cùng lúc có hiệu lực.
refuse_batch--consequence = Không điều nào trong số đó có hiệu lực.
