import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { toast } from '../ui/overlay/Toast.tsx';

/** Shows once the result of a form that was posted before this page: the server leaves the name of the message in a cookie. */
export function useNotice(): void {
  const { formatMessage } = useIntl();
  useEffect(() => {
    const name = /(?:^|; )notice=(\w+)/.exec(document.cookie)?.[1];
    if (name === undefined) return;
    document.cookie = 'notice=; path=/; max-age=0';
    const say = async (): Promise<void> => {
      const { notices } = await import('./notices.ts');
      const known = Object.entries(notices).find(([each]) => each === name);
      if (known) toast({ text: formatMessage(known[1]) });
    };
    void say();
  }, [formatMessage]);
}
