import { GitBranch } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { repositoryPageMessages as messages } from './messages.ts';
import styles from './Repository.module.css';

interface EmptyRepositoryProps {
  address: string;
  /** The branch of the first push. */
  branch: string;
  mayPush: boolean;
}

/** The clone address of a repository without commits, and how to make the first push for those who may. */
export function EmptyRepository({ address, branch, mayPush }: EmptyRepositoryProps) {
  const { formatMessage } = useIntl();
  const commands = [
    'cd my-project',
    `git init --initial-branch=${branch}`,
    'git add .',
    'git commit --message "Begin"',
    `git remote add origin ${address}`,
    `git push --set-upstream origin ${branch}`,
  ];
  return (
    <>
      <EmptyState icon={GitBranch} title={<FormattedMessage {...messages.empty} />}>
        <FormattedMessage {...(mayPush ? messages.emptyWhy : messages.emptyRead)} />
      </EmptyState>
      <Section title={<FormattedMessage {...messages.cloneAddress} />}>
        {/* Long lines scroll; the keyboard must reach what scrolls. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={styles.code} role="group" aria-label={formatMessage(messages.cloneAddress)} tabIndex={0}>
          git clone {address}
        </pre>
      </Section>
      {mayPush && (
        <Section title={<FormattedMessage {...messages.commands} />}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={styles.code} role="group" aria-label={formatMessage(messages.commands)} tabIndex={0}>
            {commands.join('\n')}
          </pre>
        </Section>
      )}
    </>
  );
}
