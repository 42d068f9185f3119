confirm_batch--consequence = All that was asked for at once takes effect.
refuse_batch--consequence = None of it ever has an effect.
