/** The server's message for exceeding the depth limit. Existing clients match this text, too. */
export const TOO_DEEP = 'Epic hierarchy level too deep';
