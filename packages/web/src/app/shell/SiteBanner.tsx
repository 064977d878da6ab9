import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { siteNoticeQuery } from '../../modules/sites/api.ts';
import { session } from '../../platform/session/session.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import styles from './Banner.module.css';

/** Above every page of a secondary site: that it cannot accept changes, or that its data is old. */
export function SiteBanner() {
  const { data: site = session().site } = useQuery(siteNoticeQuery);
  const [host] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.querySelector('main#content[tabindex]')?.before(host);
    return () => host.remove();
  }, [host]);
  if (!site || (!site.isReadOnly && site.lagSeconds === null)) return null;
  return createPortal(
    <p className={styles.banner} role="status">
      <Icon of={TriangleAlert} />
      <span>
        {site.isReadOnly ? (
          <FormattedMessage id="siteBanner.readOnly" defaultMessage="Read-only: the primary site is unreachable." />
        ) : (
          <FormattedMessage
            id="siteBanner.lag"
            defaultMessage="Data is {seconds, number} seconds behind."
            values={{ seconds: site.lagSeconds }}
          />
        )}
      </span>
    </p>,
    host,
  );
}
