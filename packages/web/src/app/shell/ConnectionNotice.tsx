import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { endpoint } from '../../platform/api/endpoints.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { DatabaseUnavailableError, NetworkError } from '../../platform/api/errors.ts';
import { shellMessages } from '../navigation/messages.ts';
import styles from '../../platform/frame/Shell.module.css';

type Trouble = 'away' | 'offline';

const interval = 4000;

/** Reports that the server or its database is unreachable, polls until it is back, and then refetches what is on screen. */
export function ConnectionNotice() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(
    () =>
      watch(client.getQueryCache(), setTrouble, () => {
        setTrouble(null);
        // Polling has ended: refetch the queries that failed in the meantime.
        void client.invalidateQueries({ predicate: ({ state }) => troubleOf(state.error) !== null });
      }),
    [client],
  );
  useEffect(() => {
    if (!trouble) return undefined;
    const loadWhenReady = async (): Promise<void> => {
      if (!(await isReady())) return;
      setTrouble(null);
      await client.invalidateQueries();
    };
    const timer = window.setInterval(() => void loadWhenReady(), interval);
    return () => window.clearInterval(timer);
  }, [trouble, client]);
  if (!trouble) return null;
  return (
    <p className={styles.notice} role="status">
      <Icon of={CloudOff} />
      {formatMessage(trouble === 'away' ? shellMessages.away : shellMessages.offline)}
    </p>
  );
}

/** Reports failed and successful answers of the server. */
function watch(cache: QueryCache, onTrouble: (trouble: Trouble) => void, onAnswer: () => void): () => void {
  return cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    // Data that the page itself puts into the cache is not a response.
    if (action.type === 'success' && !action.manual) onAnswer();
    const trouble = action.type === 'failed' || action.type === 'error' ? troubleOf(action.error) : null;
    if (trouble) onTrouble(trouble);
  });
}

function troubleOf(error: unknown): Trouble | null {
  if (error instanceof DatabaseUnavailableError) return 'away';
  return error instanceof NetworkError ? 'offline' : null;
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(endpoint('readiness'))).ok;
  } catch {
    return false;
  }
}
