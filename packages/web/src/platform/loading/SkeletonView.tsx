import { useIntl } from 'react-intl';
import { QueryView, type QueryViewProps } from './QueryView.tsx';
import styles from './SkeletonView.module.css';
import { loadingLabel } from '../../ui/text/messages.ts';

/** Like QueryView, with a skeleton of rows while the query loads. */
export function SkeletonView<Data>(props: Omit<QueryViewProps<Data>, 'loading'>) {
  return <QueryView {...props} loading={<Skeleton />} />;
}

function Skeleton() {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.skeleton} role="status" aria-label={formatMessage(loadingLabel)}>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
