/** What the server says of one level too many. Existing clients know it by this sentence, too. */
export const TOO_DEEP = 'Epic hierarchy level too deep';
