import { digitsOf } from '@milepost/core/global-ids';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, ExternalLink, Shield } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  deleteEnvironment,
  environmentsKey,
  type EnvironmentView,
  stopEnvironment,
  type WaitingView,
} from '../../modules/deployments/api.ts';
import { RequestError } from '../../platform/api/errors.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { Menu, MenuItem } from '../../ui/overlay/Menu.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { text } from '../../ui/text/text.tsx';
import { nameInText } from '../../ui/text/names.ts';
import styles from './environments.module.css';
import { environmentMessages as messages } from './messages.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { type Decision, Waiting, type WaitingProps } from './Waiting.tsx';

interface EnvironmentCardProps {
  environment: EnvironmentView;
  /** Its deployments that wait for approval. */
  waiting: readonly WaitingView[];
  fullPath: string;
  mayChange: boolean;
  mayDelete: boolean;
  onDecide(decision: Decision): void;
}

/** One environment with what runs there; what waits for approval is below. */
export function EnvironmentCard({ environment, waiting, onDecide, ...actions }: EnvironmentCardProps) {
  const { formatMessage } = useIntl();
  const { name, tier, externalUrl, isProtected, requiredApprovalCount: count } = environment;
  const id = digitsOf(environment.id);
  const protection = formatMessage(messages.isProtected, { count });
  return (
    <section
      id={`environment-${id}`}
      className={styles.environment}
      data-waiting={waiting.length > 0 || undefined}
      aria-label={name}
    >
      <div className={styles.head}>
        <div className={styles.name}>
          <h2>
            <span className={text.cut} data-tooltip={name}>
              {name}
            </span>
            {tier && (
              <span className={styles.tier}>
                <FormattedMessage {...messages[tier]} />
              </span>
            )}
            {isProtected && (
              <span role="img" aria-label={protection} data-tooltip={protection} className={styles.shield}>
                <Icon of={Shield} size={14} />
              </span>
            )}
          </h2>
          {externalUrl && (
            <a href={externalUrl} rel="noopener noreferrer nofollow" target="_blank">
              <span className={text.cut}>{externalUrl.replace(/^https?:\/\//i, '')}</span>
              <Icon of={ExternalLink} size={12} />
            </a>
          )}
        </div>
        <Release environment={environment} />
        <Recent environment={environment} />
        <Actions environment={environment} {...actions} />
      </div>
      {waiting.map((deployment) => (
        <Waiting key={deployment.id} deployment={deployment} onDecide={onDecide} />
      ))}
    </section>
  );
}

/** A deployment that waits, under the name of its environment. */
export function WaitingCard({ deployment, onDecide }: WaitingProps) {
  const name = deployment.environment?.name ?? '';
  return (
    <section className={styles.environment} data-waiting aria-label={name}>
      <div className={styles.head}>
        <div className={styles.name}>
          <h2>
            <span className={text.cut}>{name}</span>
          </h2>
        </div>
      </div>
      <Waiting deployment={deployment} onDecide={onDecide} />
    </section>
  );
}

const stories = {
  SUCCESS: messages.deployed,
  RUNNING: messages.started,
  FAILED: messages.failed,
  CANCELED: messages.canceled,
} as const;

function Release({ environment: { currentDeployment, latestDeployment } }: { environment: EnvironmentView }) {
  const intl = useIntl();
  const shown = latestDeployment ?? currentDeployment;
  if (!shown?.status) {
    return (
      <p className={text.quiet}>
        <FormattedMessage {...messages.never} />
      </p>
    );
  }
  const isLive = shown.id === currentDeployment?.id;
  const time = shown.finishedAt ?? shown.createdAt ?? '';
  const story = stories[shown.status as keyof typeof stories];
  return (
    <div className={styles.release}>
      <StatusBadge status={shown.status} isLive={isLive} />
      <div>
        <b>{shown.ref}</b> <code>{shown.sha?.slice(0, 7)}</code>
        <small data-tooltip={printTime(intl, time)}>
          {intl.formatMessage(story, {
            when: printAgo(intl, time),
            who: shown.triggerer && nameInText(intl, shown.triggerer),
          })}
        </small>
        {!isLive && currentDeployment && (
          <small>
            <FormattedMessage {...messages.live} />: <b>{currentDeployment.ref}</b>{' '}
            <code>{currentDeployment.sha?.slice(0, 7)}</code>
          </small>
        )}
      </div>
    </div>
  );
}

function Recent({ environment: { recentStatuses, deploymentsPerWeek } }: { environment: EnvironmentView }) {
  const { formatMessage } = useIntl();
  const failed = recentStatuses.filter((status) => status === 'FAILED').length;
  const count = recentStatuses.length;
  if (count === 0) return <span />;
  return (
    <span className={styles.recent}>
      <span className={styles.sparkline} role="img" aria-label={formatMessage(messages.recent, { count, failed })}>
        {recentStatuses.map((status, index) => (
          // The marks have no identity: a new deployment moves all of them.
          <i key={index} data-status={status} />
        ))}
      </span>
      <FormattedMessage {...messages.perWeek} values={{ count: deploymentsPerWeek }} />
    </span>
  );
}

function Actions({ environment, fullPath, mayChange, mayDelete }: Omit<EnvironmentCardProps, 'waiting' | 'onDecide'>) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, state } = environment;
  const refresh = () => client.invalidateQueries({ queryKey: environmentsKey(fullPath) });
  const stop = async (): Promise<void> => {
    try {
      await stopEnvironment(fullPath, id);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: formatMessage(messages.stopFailed, { name }) });
    }
    await refresh();
  };
  const isStopped = state === 'stopped';
  if (isStopped ? !mayDelete : !mayChange) return <span />;
  const label = formatMessage(messages.actions, { name });
  return (
    <span className={styles.end}>
      <Menu
        label={label}
        placement={{ align: 'end' }}
        trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={label} />}
      >
        {isStopped ? (
          <MenuItem tone="danger" keepsOpen onSelect={() => setDeleting(true)}>
            <FormattedMessage {...messages.delete} />
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => void stop()}>
            <FormattedMessage {...messages.stop} />
          </MenuItem>
        )}
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.deleteTitle} values={{ name }} />}
          confirm={<FormattedMessage {...messages.delete} />}
          failed={<FormattedMessage {...messages.deleteFailed} />}
          perform={async () => {
            await deleteEnvironment(fullPath, id);
            await refresh();
          }}
          onClose={() => setDeleting(false)}
        >
          <FormattedMessage {...messages.deleteWhy} />
        </ConfirmDialog>
      )}
    </span>
  );
}
