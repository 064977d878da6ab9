import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { revokeOtherSessions, revokeSession, sessionsQuery, type SessionView } from '../../modules/users/api.ts';
import { Badge } from '../../ui/text/Badge.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printAgo } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { profileMessages as messages } from './messages.ts';
import styles from './Profile.module.css';

/** The viewer's sessions, and a button that ends each. */
export function Sessions() {
  const { formatMessage } = useIntl();
  const query = useQuery(sessionsQuery);
  const client = useQueryClient();
  const end = async (ending: Promise<void>): Promise<void> => {
    try {
      await ending;
      toast({ text: formatMessage(messages.sessionEnded) });
    } catch {
      toast({ text: formatMessage(messages.endFailed) });
    } finally {
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    }
  };
  const hasOthers = (query.data?.length ?? 0) > 1;
  return (
    <Section
      title={<FormattedMessage {...messages.sessions} />}
      end={
        hasOthers && (
          <Button size="small" onClick={() => void end(revokeOtherSessions())}>
            <FormattedMessage {...messages.endOthers} />
          </Button>
        )
      }
    >
      <p className={styles.lead}>
        <FormattedMessage {...messages.sessionsWhy} />
      </p>
      <QueryView query={query} failed={<FormattedMessage {...messages.sessionsFailed} />}>
        {(sessions) => (
          <Rows label={formatMessage(messages.sessions)}>
            {sessions.map((view) => (
              <SessionRow key={view.id} view={view} onEnd={() => void end(revokeSession(view.id))} />
            ))}
          </Rows>
        )}
      </QueryView>
    </Section>
  );
}

function SessionRow({ view, onEnd }: { view: SessionView; onEnd(): void }) {
  const intl = useIntl();
  const found = browserOf(view.userAgent);
  const browser = found ? intl.formatMessage(messages.browserOn, found) : intl.formatMessage(messages.unknownBrowser);
  const facts = [
    view.impersonatedBy && intl.formatMessage(messages.actsAsYou, { name: view.impersonatedBy }),
    view.ipAddress,
    view.lastSeenAt && intl.formatMessage(messages.seen, { ago: printAgo(intl, view.lastSeenAt) }),
    intl.formatMessage(messages.since, { ago: printAgo(intl, view.createdAt) }),
  ];
  return (
    <Row
      before={<Icon of={Monitor} />}
      title={<b className={styles.name}>{browser}</b>}
      note={facts.filter(Boolean).join(' · ')}
      end={
        view.current ? (
          <Badge tone="success">
            <FormattedMessage {...messages.thisSession} />
          </Badge>
        ) : (
          <Button size="small" aria-label={intl.formatMessage(messages.endSessionLabel, { browser })} onClick={onEnd}>
            <FormattedMessage {...messages.endSession} />
          </Button>
        )
      }
    />
  );
}

const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /Version\/[\d.]+ .*Safari\//],
];

const systems: readonly [name: string, mark: RegExp][] = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
];

/** The browser and operating system that a user agent names; null if unknown. */
export function browserOf(userAgent: string | null): { browser: string; system: string } | null {
  const browser = browsers.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent ?? ''))?.[0];
  return browser !== undefined && system !== undefined ? { browser, system } : null;
}
