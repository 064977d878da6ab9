import { CalendarOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { Button } from '../../ui/Button.tsx';
import { chartMessages as messages } from './chart-messages.ts';
import type { MoveStore } from './drag/moves.ts';

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
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    button?.focus();
  };
  return (
    <>
      <Button
        ref={setButton}
        {...(look === 'quiet' && { kind: 'quiet', size: 'small' })}
        icon={CalendarOff}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {formatMessage(messages.undated, { count })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndatedTray
            anchor={button}
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
