import { CalendarOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { Button } from '../../../ui/button/Button.tsx';
import { useOpener } from '../../../ui/overlay/use-opener.ts';
import { chartMessages as messages } from '../messages/chart.ts';
import type { MoveStore } from '../drag/moves.ts';

const UndatedTray = lazy(() => import('./UndatedTray.tsx').then((module) => ({ default: module.UndatedTray })));

export interface UndatedButtonProps {
  args: EpicArguments;
  /** The group whose roadmap this is. */
  fullPath: string;
  count: number;
  /** Where they are dragged to. */
  moves: MoveStore;
  /** Quiet in the status line, plain where there is no timeline, and so nothing to drag them to. */
  look: 'plain' | 'quiet';
}

/** How many epics have no date, and the way to them. */
export function UndatedButton({ args, fullPath, count, moves, look }: UndatedButtonProps) {
  const { formatMessage } = useIntl();
  const { isOpen, close, anchor, opener } = useOpener();
  return (
    <>
      <Button {...opener} {...(look === 'quiet' && { kind: 'quiet', size: 'small' })} icon={CalendarOff}>
        {formatMessage(messages.undated, { count })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndatedTray
            anchor={anchor}
            args={args}
            fullPath={fullPath}
            moves={look === 'quiet' ? moves : null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
