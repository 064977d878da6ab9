import { useEffect, useState } from 'react';

/** An element before the content of the page; not in the document where a page stands alone. */
export function useBannerHost(): HTMLElement {
  const [host] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.querySelector('main#content[tabindex]')?.before(host);
    return () => host.remove();
  }, [host]);
  return host;
}
