/** What the bundler tells of a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Names a chunk for a module, or not. */
type ChunkName = (moduleId: string, modules: Modules) => string | null;

/**
 * Names one chunk for what all of these sources load at once: each of them needs the whole of it, so nobody waits for what he
 * does not use, and a file takes the place of dozens of small ones. What a form or drawer loads later stays apart. The bundler
 * puts into a chunk what its modules need and no chunk of a higher priority has, so those go from the ground up. `only`: the modules
 * it is about.
 */
export function alwaysTogether(name: string, sources: readonly string[], only = /./): ChunkName {
  let shared: ReadonlySet<string> | undefined;
  return (moduleId, modules) => {
    if (!only.test(moduleId)) return null;
    shared ??= intersection(sources.map((source) => reachable(source, modules)));
    return shared.has(moduleId) ? name : null;
  };
}

/** The first of these names that a module gets: one chunk for several reasons. */
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

/** A source and all that it loads at once, however far away. */
function reachable(source: string, modules: Modules): Set<string> {
  const found = new Set([source]);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}
