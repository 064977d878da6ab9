/**
 * A setting of this browser that the server never sees. Stored in localStorage if allowed, otherwise as long as the page; all
 * users of a key are notified of a change, in other tabs too.
 */
export interface LocalSetting<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(listener: () => void): () => void;
}

const listeners = new Map<string, Set<() => void>>();

/**
 * Creates a setting. `read` parses the stored text (null if there is none).
 * `prefix`: empty if other programs rely on the whole key.
 */
export function localSetting<Value>(
  key: string,
  read: (stored: string | null) => Value,
  print: (value: Value) => string | null,
  prefix = 'milepost.',
): LocalSetting<Value> {
  const name = `${prefix}${key}`;
  let text = load(name);
  let value = read(text);
  return {
    get() {
      const now = load(name);
      if (now !== text) {
        text = now;
        value = read(now);
      }
      return value;
    },
    set(next) {
      text = print(next);
      value = next;
      store(name, text);
      for (const listener of listeners.get(name) ?? []) listener();
    },
    subscribe(listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      const onStorage = (event: StorageEvent): void => {
        if (event.key === name || event.key === null) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => {
        set.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** Settings that could not be stored, because storage is unavailable, full or read-only. They last as long as the page. */
const unstored = new Map<string, string | null>();

function load(name: string): string | null {
  const own = unstored.get(name);
  if (own !== undefined) return own;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    unstored.delete(name);
  } catch {
    unstored.set(name, text);
  }
}
