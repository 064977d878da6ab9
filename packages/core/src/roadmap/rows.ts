interface WithParent {
  id: string;
  /** Null where there is no visible parent, undefined where the list does not have it. */
  parent?: { id: string } | null | undefined;
  ancestors: { nodes: readonly { id: string }[] } | null;
}

/**
 * The epics of a loaded list at its top level: those whose parent is not in the list. The others are shown below their parent.
 * If the parent is unknown, no ancestor may be in the list.
 */
export function topLevelOf<Epic extends WithParent>(epics: readonly Epic[]): Epic[] {
  const loaded = new Set(epics.map((epic) => epic.id));
  return epics.filter(({ parent, ancestors }) => {
    if (parent !== undefined) return parent === null || !loaded.has(parent.id);
    return !(ancestors?.nodes ?? []).some((ancestor) => loaded.has(ancestor.id));
  });
}
