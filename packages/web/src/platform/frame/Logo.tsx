import { Link } from '../navigation/Link.tsx';
import { session } from '../session/session.ts';
import styles from './Logo.module.css';

/** The logo of the installation; links to the home page. */
export function Logo({ withName = false, className = '' }: { withName?: boolean; className?: string | undefined }) {
  const { instanceName: name, logoUrl } = session();
  return (
    <Link className={`${styles.logo} ${className}`} to={{ page: 'home' }} aria-label={name}>
      {logoUrl ? <img src={logoUrl} alt="" height={24} /> : <Signpost />}
      {withName && <span aria-hidden="true">{name}</span>}
    </Link>
  );
}

/** The built-in logo: a signpost whose arms are bars. */
function Signpost() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <rect className={styles.post} x="10.75" y="1" width="2.5" height="22" rx="1.25" />
      <path
        className={styles.arm}
        d="M5.5 3.6h11.6l3.9 2.9-3.9 2.9H5.5A1.5 1.5 0 0 1 4 7.9V5.1a1.5 1.5 0 0 1 1.5-1.5Z"
      />
      <path
        className={styles.far}
        d="M18.5 11.1H6.9L3 14l3.9 2.9h11.6a1.5 1.5 0 0 0 1.5-1.5v-2.8a1.5 1.5 0 0 0-1.5-1.5Z"
      />
    </svg>
  );
}
