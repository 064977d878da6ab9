import { useFeature } from '../../platform/session/features.ts';
import { ListTree, Signpost } from 'lucide-react';
import { Component, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Loading } from '../../ui/progress/Spinner.tsx';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { Count, text } from '../../ui/text/text.tsx';
import { Toggle } from '../../ui/field/Toggle.tsx';
import { WorkItemIcon } from '../work-items/WorkItemIcon.tsx';
import { EpicTree } from './EpicTree.tsx';
import styles from './EpicTree.module.css';
import { AddMenu, formsOffered, type TreeForm } from './forms/AddMenu.tsx';
import type { Below } from './data/items.ts';
import { ROOT } from './data/rows.ts';
import { useTree } from './data/use-tree.ts';
import { treeMessages as messages } from './data/messages.ts';
import { localSetting } from '../../ui/local-setting.ts';
import { useLocalSetting } from '../../ui/use-local-setting.ts';

// Not needed until something is added.
const TreeForms = lazy(async () => ({ default: (await import('./forms/TreeForms.tsx')).TreeForms }));

export interface TreeSectionProps {
  /** Of the epic: its group, and its number there. */
  fullPath: string;
  iid: string;
  /** Of the epic. */
  webPath: string;
  /** The content of the roadmap tab; rendered when the tab is first opened. Null: there is no such tab. */
  roadmap: ReactNode;
  /** Children that are shown at first; all by default. */
  limit?: number | undefined;
}

/** The children of an epic: counts, forms, the tree and the roadmap. */
export function TreeSection({ fullPath, iid, webPath, roadmap, limit }: TreeSectionProps) {
  const { formatMessage } = useIntl();
  const tree = useTree(fullPath, iid);
  const [view, setView] = useState<'tree' | 'roadmap'>('tree');
  const [form, setForm] = useState<TreeForm | null>(null);
  const [isLabelled, setIsShowingLabels] = useIsShowingLabels();
  // Where few are shown, each takes one line.
  const isShowingLabels = isLabelled && limit === undefined;
  const section = useRef<HTMLDivElement>(null);
  const { facts, failure } = tree;
  const closeForm = (): void => {
    setForm(null);
    section.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
  };
  const openForm = (next: TreeForm): void => {
    setView('tree');
    setForm(next);
  };
  const toggle = (
    <Toggle checked={isShowingLabels} onChange={setIsShowingLabels}>
      <FormattedMessage {...messages.showLabels} />
    </Toggle>
  );
  const isCreating = form === 'newEpic' || form === 'newIssue';
  // New rows appear above the form that creates them, where the next title is typed.
  const openedForm = facts && form && formsOffered(facts).includes(form) && (
    <Suspense fallback={<Loading label={formatMessage(messages.loadingForm)} />}>
      <TreeForms
        form={form}
        facts={facts}
        epicPath={webPath}
        onDone={() => {
          // Users often create several items in a row: the form stays open.
          if (form === 'existingEpic' || form === 'existingIssue') closeForm();
          void tree.levels.reload(ROOT);
        }}
        onClose={closeForm}
      />
    </Suspense>
  );
  const inTree = (
    <div className={styles.tree}>
      <div className={styles.alerts}>
        {failure && (
          <Alert tone="danger">
            <p>{failure.text}</p>
            {failure.reason && failure.reason !== failure.text && <p className={styles.reason}>{failure.reason}</p>}
          </Alert>
        )}
      </div>
      {isCreating ? null : openedForm}
      <EpicTree tree={tree} groupPath={fullPath} isShowingLabels={isShowingLabels} limit={limit} />
      {isCreating && <div className={styles.below}>{openedForm}</div>}
    </div>
  );
  return (
    <div ref={section}>
      <Section
        title={<FormattedMessage {...messages.title} />}
        after={facts && <Counts below={facts.below} />}
        end={
          facts && (
            <span className={styles.head}>
              <Share below={facts.below} />
              <AddMenu facts={facts} onForm={openForm} />
            </span>
          )
        }
      >
        {facts?.allowSubEpics && roadmap !== null ? (
          <Tabs
            label={formatMessage(messages.title)}
            tabs={[
              { value: 'tree', label: formatMessage(messages.treeView), icon: ListTree },
              { value: 'roadmap', label: formatMessage(messages.roadmapView), icon: Signpost },
            ]}
            value={view}
            onChange={setView}
            end={view === 'tree' && toggle}
          >
            {view === 'tree' ? inTree : <Roadmap>{roadmap}</Roadmap>}
          </Tabs>
        ) : (
          <>
            {facts && limit === undefined && <div className={styles.toggle}>{toggle}</div>}
            {inTree}
          </>
        )}
      </Section>
    </div>
  );
}

function Counts({ below: { epics, issues } }: { below: Below }) {
  const { formatMessage } = useIntl();
  const hasSubEpics = useFeature('sub_epics');
  return (
    <span className={styles.head} data-tooltip={formatMessage(messages.hidden)}>
      {hasSubEpics && (
        <Count value={epics} label={formatMessage(messages.epicsBelow, { count: epics })}>
          <WorkItemIcon type="epic" size={12} />
        </Count>
      )}
      <Count value={issues} label={formatMessage(messages.issuesBelow, { count: issues })}>
        <WorkItemIcon type="issue" size={12} />
      </Count>
    </span>
  );
}

function Share({ below: { progress, isClosed } }: { below: Below }) {
  if (!progress) return null;
  const sentence = progress.countedIn === 'WEIGHT' ? messages.weightClosed : messages.issuesClosed;
  return (
    <span className={`${styles.share} ${text.onlyWide}`}>
      <FormattedMessage {...(isClosed ? messages.done : sentence)} values={{ share: progress.percentage }} />
    </span>
  );
}

/** The roadmap, or its error: its chunk may fail to load, and it may fail itself. */
class Roadmap extends Component<{ children: ReactNode }, { isFailed: boolean }> {
  override state = { isFailed: false };
  static getDerivedStateFromError(): { isFailed: boolean } {
    return { isFailed: true };
  }
  override render(): ReactNode {
    if (this.state.isFailed) {
      return (
        <div className={styles.tree}>
          <Alert tone="danger">
            <FormattedMessage {...messages.roadmapFailed} />
          </Alert>
        </div>
      );
    }
    return <Suspense fallback={<LoadingRoadmap />}>{this.props.children}</Suspense>;
  }
}

function LoadingRoadmap() {
  const { formatMessage } = useIntl();
  return <Loading label={formatMessage(messages.loadingRoadmap)} />;
}

/** Whether rows show their labels. Stored in the browser only; shown by default. */
const preference = localSetting<boolean>(
  'gl-show-board-labels',
  (stored) => stored !== 'false',
  (isShowing) => String(isShowing),
  '',
);

/** The setting and its setter, shared by all pages that show labels this way. */
function useIsShowingLabels(): [isShowingLabels: boolean, setIsShowingLabels: (isShowing: boolean) => void] {
  return useLocalSetting(preference);
}
