/** The bundler's information about a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** Returns the chunk name of a module, if any. */
type ChunkName = (moduleId: string, modules: Modules) => string | null;

/**
 * Groups what all of these sources import statically into one chunk: each of them needs all of it, so no page loads unused
 * code, and one file replaces dozens of small ones. Lazy imports stay separate. The bundler assigns shared modules by priority,
 * so groups are ordered from the ground up. `only`: the modules to consider.
 */
export function alwaysTogether(name: string, sources: readonly string[], only = /./): ChunkName {
  let shared: ReadonlySet<string> | undefined;
  return (moduleId, modules) => {
    if (!only.test(moduleId)) return null;
    shared ??= intersection(sources.map((source) => reachable(source, modules)));
    return shared.has(moduleId) ? name : null;
  };
}

/** Groups what any of these sources imports statically. */
export function neededBy(name: string, sources: readonly string[]): ChunkName {
  let needed: ReadonlySet<string> | undefined;
  return (moduleId, modules) => {
    needed ??= new Set(sources.flatMap((source) => [...reachable(source, modules)]));
    return needed.has(moduleId) ? name : null;
  };
}

/**
 * Groups what a page imports statically and no other page does, however many of its own lazy parts also do: they load after it.
 * Without this, the bundler makes a small file of each set of such parts. `main`: where the application starts, `own`: the files of
 * the page with all its lazy parts.
 */
export function ownCode(name: string, page: string, main: string, own: RegExp): ChunkName {
  let found: ReadonlySet<string> | undefined;
  return (moduleId, modules) => {
    if (!found) {
      const elsewhere = new Set<string>();
      const waiting = [main];
      for (const entry of waiting) {
        for (const id of reachable(entry, modules)) {
          if (elsewhere.has(id)) continue;
          elsewhere.add(id);
          const lazy = modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
          waiting.push(...lazy.filter((each) => !own.test(each)));
        }
      }
      found = new Set([...reachable(page, modules)].filter((id) => id !== page && !elsewhere.has(id)));
    }
    return found.has(moduleId) ? name : null;
  };
}

/** The first chunk name for a module: one chunk for several reasons. */
export function firstOf(...names: readonly ChunkName[]): ChunkName {
  return (moduleId, modules) => {
    for (const name of names) {
      const found = name(moduleId, modules);
      if (found !== null) return found;
    }
    return null;
  };
}

function intersection([first, ...others]: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set([...(first ?? [])].filter((id) => others.every((other) => other.has(id))));
}

/** A source and all its static imports, transitively. */
function reachable(source: string, modules: Modules): Set<string> {
  const found = new Set([source]);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
