import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FilterBar } from '../../filter-bar/FilterBar.tsx';
import { vulnerabilitiesPages } from '../../modules/vulnerabilities/list.ts';
import {
  addressOf,
  filterNames,
  filterOf,
  loadVulnerabilityParts,
  tokensOf,
  vulnerabilityKinds,
} from '../../modules/vulnerabilities/filter.ts';
import { vulnerabilityMessages } from '../../modules/vulnerabilities/messages.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { NotFoundError } from '../../platform/api/errors.ts';
import { present } from '../../platform/api/graphql.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { SkeletonView } from '../../platform/loading/SkeletonView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Rows, RowTools } from '../../ui/list/Rows.tsx';
import { Menu, MenuChoice } from '../../ui/overlay/Menu.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { BulkBar } from './BulkBar.tsx';
import { FirstReport, NoneFound } from './EmptyStates.tsx';
import { pageMessages as messages } from './messages.ts';
import { SeverityCounts } from './SeverityCounts.tsx';
import { UploadReport } from './UploadReport.tsx';
import { VulnerabilityRow } from './VulnerabilityRow.tsx';

const sorts = ['severity_desc', 'severity_asc', 'detected_desc', 'detected_asc'] as const;
const noScanners: readonly string[] = [];

/** The vulnerabilities of a project, or of the projects of a group. */
export function VulnerabilitiesPage({ address }: PageProps<'groupVulnerabilities' | 'projectVulnerabilities'>) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { fullPath, page } = address;
  const home: NamespaceRef = { kind: page === 'groupVulnerabilities' ? 'group' : 'project', fullPath };
  useTitle(formatMessage(vulnerabilityMessages.title), fullPath);
  const [search, change] = usePageSearch(page);
  const { sort } = search;
  const query = useInfiniteQuery({
    ...vulnerabilitiesPages(home, { ...filterOf(search), sort }),
    placeholderData: (before) => before,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const first = query.data?.pages[0]?.namespace;
  const scanners = first?.vulnerabilityScannerNames ?? noScanners;
  const kinds = useMemo(() => vulnerabilityKinds(intl, scanners), [intl, scanners]);
  const tokens = useMemo(() => tokensOf(search), [search]);
  const isUploader = home.kind === 'project' && (first?.userPermissions.adminVulnerabilities ?? false);
  // Those who may see none get null instead of a list.
  if (query.data && !first?.vulnerabilities) {
    return (
      <PageBody>
        <Failure error={new NotFoundError('Vulnerabilities')} />
      </PageBody>
    );
  }
  const rows = query.data?.pages.flatMap(({ namespace }) => present(namespace?.vulnerabilities?.nodes)) ?? [];
  const chosen = rows.filter(({ id }) => selected.has(id));
  const isFiltered = tokens.length > 0;
  const clear = () => change({ ...Object.fromEntries(filterNames.map((name) => [name, ''])), search: '' });
  const list = (
    <>
      <SeverityCounts
        counts={first?.counts}
        active={search.severity}
        onChoose={(severity) => change({ severity: search.severity === severity ? '' : severity })}
      />
      <FilterBar
        label={formatMessage(messages.filter)}
        placeholder={formatMessage(messages.search)}
        kinds={kinds}
        tokens={tokens}
        recentKey={`vulnerabilities-${fullPath}`}
        loadParts={loadVulnerabilityParts}
        onChange={(next) => change(addressOf(next(tokens)))}
      />
      <RowTools>
        <Menu
          label={formatMessage(messages.sort)}
          trigger={(trigger) => (
            <Button {...trigger}>
              <FormattedMessage {...messages.sort} />: <FormattedMessage {...messages[sort]} />
            </Button>
          )}
        >
          {sorts.map((each) => (
            <MenuChoice key={each} checked={each === sort} onSelect={() => change({ sort: each })}>
              <FormattedMessage {...messages[each]} />
            </MenuChoice>
          ))}
        </Menu>
      </RowTools>
      {rows.length === 0 ? (
        <NoneFound isFiltered={isFiltered} onClear={clear} />
      ) : (
        <Rows label={formatMessage(vulnerabilityMessages.title)}>
          {rows.map((row) => (
            <VulnerabilityRow
              key={row.id}
              vulnerability={row}
              isOfGroup={home.kind === 'group'}
              isSelected={selected.has(row.id)}
              onSelect={(isSelected) => setSelected(toggled(selected, row.id, isSelected))}
            />
          ))}
        </Rows>
      )}
      <MorePages query={query} />
    </>
  );
  const hasNone = first?.hasVulnerabilityReports === false && rows.length === 0 && !isFiltered;
  return (
    <PageBody>
      <PageHead
        title={<FormattedMessage {...vulnerabilityMessages.title} />}
        actions={isUploader && !hasNone && <UploadReport fullPath={fullPath} />}
      />
      <SkeletonView query={query}>
        {() => (hasNone ? <FirstReport home={home} isUploader={isUploader} /> : list)}
      </SkeletonView>
      {chosen.length > 0 && <BulkBar chosen={chosen} onClear={() => setSelected(new Set())} />}
    </PageBody>
  );
}

function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
