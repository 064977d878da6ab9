import { useEffect, useRef } from 'react';
import { register, type Shortcut } from './registry.ts';

/** Keys of the component that is shown: they work while it is, and not while one types or something modal is open. */
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
