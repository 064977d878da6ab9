import { useSyncExternalStore } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { session } from '../../platform/session/session.ts';
import { isLinkRevoked, watchLink } from '../../platform/session/shared-link.ts';
import { Logo } from '../../platform/frame/Logo.tsx';
import { useFailureTitle } from '../../platform/navigation/title.tsx';
import { RoadmapPage } from '../roadmap/RoadmapPage.tsx';
import styles from './SharedRoadmapPage.module.css';

/** The roadmap behind a public link: the same page, read-only, without the frame that needs an account. */
export function SharedRoadmapPage(_props: PageProps<'sharedRoadmap'>) {
  const isGone = useSyncExternalStore(watchLink, isLinkRevoked);
  const sharedRoadmap = isGone ? null : session().sharedRoadmap;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Logo />
        {sharedRoadmap && (
          <h1 className={styles.title}>
            {sharedRoadmap.groupName} <span>{sharedRoadmap.name}</span>
          </h1>
        )}
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        {sharedRoadmap ? (
          <RoadmapPage address={{ page: 'roadmap', fullPath: sharedRoadmap.fullPath }} />
        ) : (
          <NothingBehind />
        )}
      </main>
    </div>
  );
}

/** The link was revoked, has expired, or was truncated. */
function NothingBehind() {
  const { formatMessage } = useIntl();
  useFailureTitle(formatMessage({ id: 'sharedRoadmap.gone', defaultMessage: 'This link is no longer valid' }));
  return (
    <div className={styles.nothing}>
      <h1>
        <FormattedMessage id="sharedRoadmap.gone" defaultMessage="This link is no longer valid" />
      </h1>
      <p>
        <FormattedMessage
          id="sharedRoadmap.goneWhy"
          defaultMessage="It was revoked, has expired or is incomplete. Ask the person who sent it for a new one."
        />
      </p>
    </div>
  );
}
