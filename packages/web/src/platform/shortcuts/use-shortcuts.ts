import { useEffect, useRef } from 'react';
import { register, type Shortcut } from './registry.ts';

/** Shortcuts of the mounted component: inactive while typing or while a modal is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const now = useRef(shortcuts);
  useEffect(() => {
    now.current = shortcuts;
  });
  const keys = shortcuts.map((shortcut) => shortcut.keys).join('|');
  useEffect(
    () =>
      register(
        now.current.map(({ keys: own, perform, ...rest }) => ({
          ...rest,
          keys: own,
          perform: perform && (() => now.current.find((each) => each.keys === own)?.perform?.()),
        })),
      ),
    [keys],
  );
}
