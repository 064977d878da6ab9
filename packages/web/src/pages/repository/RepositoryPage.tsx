import { useQuery } from '@tanstack/react-query';
import { Copy, GitBranch } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BranchField } from '../../modules/repositories/BranchField.tsx';
import { locationQuery } from '../../modules/repositories/location.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Alert, EmptyState } from '../../ui/feedback/Alert.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { Branches, Commits } from './Branches.tsx';
import { EmptyRepository } from './EmptyRepository.tsx';
import { Files } from './Files.tsx';
import { repositoryPageMessages as messages } from './messages.ts';
import styles from './Repository.module.css';

/** The files, commits and branches of a project's repository. All that comes from it is shown as text. */
export function RepositoryPage({ address }: PageProps<'repository' | 'blob'>) {
  const { formatMessage } = useIntl();
  const { fullPath, at } = address;
  const [{ tab, offset }, change] = usePageSearch('repository');
  const query = useQuery({
    ...locationQuery(fullPath, at, Number(offset || 0)),
    placeholderData: (before) => before,
  });
  const project = query.data?.project;
  const repository = project?.repository;
  const location = repository?.location;
  useTitle(location?.path || formatMessage(messages.title), fullPath);
  if (query.data && !repository) return <Failure error={new NotFoundError('Repository')} />;
  const cloneAddress = project?.httpUrlToRepo ?? '';
  const copy = () =>
    void copyText(cloneAddress, {
      copied: formatMessage(messages.copied),
      notCopied: formatMessage(messages.notCopied, { address: cloneAddress }),
    });
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...messages.title} />}
        actions={
          project && (
            <Button icon={Copy} onClick={copy}>
              <FormattedMessage {...messages.copyAddress} />
            </Button>
          )
        }
      />
      {repository?.isMirror && (
        <Alert tone="info">
          <FormattedMessage {...messages.mirror} />
        </Alert>
      )}
      <SkeletonView query={query}>
        {() =>
          repository?.empty ? (
            <EmptyRepository
              address={cloneAddress}
              branch={repository.rootRef ?? 'main'}
              mayPush={project?.userPermissions.pushCode ?? false}
            />
          ) : (
            <>
              <RefForm key={location?.ref} fullPath={fullPath} current={location?.ref ?? ''} />
              <Tabs
                label={formatMessage(messages.parts)}
                tabs={[
                  { value: 'files', label: formatMessage(messages.files) },
                  { value: 'commits', label: formatMessage(messages.commits) },
                  { value: 'branches', label: formatMessage(messages.branches) },
                ]}
                value={tab}
                onChange={(next) => change({ tab: next, offset: '' })}
              >
                {tab === 'branches' ? (
                  <Branches fullPath={fullPath} />
                ) : !location ? (
                  <EmptyState
                    icon={GitBranch}
                    title={<FormattedMessage {...messages.missing} />}
                    actions={
                      <ButtonLink to={{ page: 'repository', fullPath, at: '' }}>
                        <FormattedMessage {...messages.toRoot} />
                      </ButtonLink>
                    }
                  />
                ) : tab === 'commits' ? (
                  <Commits fullPath={fullPath} gitRef={location.ref} />
                ) : (
                  <Files
                    fullPath={fullPath}
                    location={location}
                    offset={Number(offset || 0)}
                    onOffset={(next) => change({ offset: next === 0 ? '' : String(next) })}
                  />
                )}
              </Tabs>
            </>
          )
        }
      </SkeletonView>
    </PageBody>
  );
}

/** Chooses the branch, tag or commit. */
function RefForm({ fullPath, current }: { fullPath: string; current: string }) {
  const { formatMessage } = useIntl();
  const [value, setValue] = useState(current);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() !== '') goTo({ page: 'repository', fullPath, at: value.trim() });
  };
  return (
    <form className={styles.ref} onSubmit={submit}>
      <BranchField label={formatMessage(messages.branch)} fullPath={fullPath} value={value} onChange={setValue} />
      <Button type="submit">
        <FormattedMessage {...messages.show} />
      </Button>
    </form>
  );
}
