import { useInfiniteQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { type AiCall, callsPages } from '../../modules/ai/api.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { nameInText } from '../../ui/text/names.ts';
import { assistantSettingsMessages as messages } from './messages.ts';
import styles from './assistant.module.css';

const columns = [
  messages.time,
  messages.person,
  messages.place,
  messages.feature,
  messages.model,
  messages.tokens,
  messages.duration,
  messages.result,
] as const;

/** A keyboard must reach what scrolls. */
const REACHABLE = 0;

/** The calls of the assistant in a group, or of the installation, newest first. */
export function UsageLog({ group }: { group: NamespaceRef | null }) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(callsPages(group));
  return (
    <>
      <p className={pageLook.lead}>
        <FormattedMessage {...messages.usageLead} />
      </p>
      <QueryView query={query} failed={<FormattedMessage {...messages.usageFailed} />}>
        {({ pages }) => {
          const calls = pages.flatMap((page) => page.calls);
          if (calls.length === 0)
            return <EmptyState icon={Sparkles} title={<FormattedMessage {...messages.empty} />} />;
          return (
            <div
              className={styles.scroll}
              tabIndex={REACHABLE}
              role="region"
              aria-label={formatMessage(messages.usage)}
            >
              <table className={styles.table} aria-label={formatMessage(messages.usage)}>
                <thead>
                  <tr>
                    {columns.map((title) => (
                      <th key={title.id} scope="col">
                        <FormattedMessage {...title} />
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {calls.map((call) => (
                    <CallRow key={call.id} call={call} />
                  ))}
                </tbody>
              </table>
            </div>
          );
        }}
      </QueryView>
      <MorePages query={query} isManual />
    </>
  );
}

function CallRow({ call }: { call: AiCall }) {
  const intl = useIntl();
  return (
    <tr>
      <td>
        <time dateTime={call.created_at}>
          {intl.formatDate(call.created_at, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </td>
      <td>{nameInText(intl, call.user)}</td>
      <td>{call.namespace_path}</td>
      <td>{call.feature}</td>
      <td>{call.model}</td>
      <td>
        {intl.formatNumber(call.tokens_in)} / {intl.formatNumber(call.tokens_out)}
      </td>
      <td>
        <FormattedMessage {...messages.seconds} values={{ seconds: call.duration_ms / 1000 }} />
      </td>
      <td>{call.result}</td>
    </tr>
  );
}
