import { useEffect, useRef } from 'react';
import { register, type Shortcut } from './registry.ts';

/** Shortcuts of the mounted component: inactive while typing or while a modal is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const now = useRef(shortcuts);
  useEffect(() => {
    now.current = shortcuts;
  });
  const names = shortcuts.map(({ keys, title }) => `${keys} ${title}`).join('|');
  useEffect(
    () =>
      register(
        now.current.map(({ perform, ...rest }, index) => ({
          ...rest,
          perform: perform && (() => now.current[index]?.perform?.()),
        })),
      ),
    [names],
  );
}
