const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** The key that opens the search, as displayed. */
export const searchKey = isApple ? '⌘K' : 'Ctrl+K';
