import { type QueryCache, useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../../ui/Icon.tsx';
import { DatabaseAwayError, NetworkError } from '../errors.ts';
import { shellWords } from './words.ts';
import styles from './Shell.module.css';

type Trouble = 'away' | 'offline';

const interval = 4000;

/** Says that the server or its database cannot be reached, asks whether it is back, and then loads anew what is on screen. */
export function ConnectionNotice() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useEffect(() => watch(client.getQueryCache(), setTrouble), [client]);
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
      {formatMessage(trouble === 'away' ? shellWords.away : shellWords.offline)}
    </p>
  );
}

function watch(cache: QueryCache, report: (trouble: Trouble | null) => void): () => void {
  return cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') report(null);
    const error = event.action.type === 'failed' || event.action.type === 'error' ? event.action.error : null;
    if (error instanceof DatabaseAwayError) report('away');
    else if (error instanceof NetworkError) report('offline');
  });
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/-/readiness')).ok;
  } catch {
    return false;
  }
}
