const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** The key that opens the search, as people read it. */
export const searchKey = isApple ? '⌘K' : 'Ctrl+K';
