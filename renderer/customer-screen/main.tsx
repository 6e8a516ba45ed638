/**
 * The page that faces the customer: a bundle of its own. It hears what to show, whole each time, and
 * has nothing to ask with. It keeps nothing and holds no setting; all of its words are in one topic.
 */
import '../app/fonts.css';
import '../app/tokens.css';
import '../app/base.css';
import { createRoot } from 'react-dom/client';
import { CustomerPage } from './customer-page.tsx';

const rootElement = document.getElementById('customer');
if (rootElement === null) throw new Error('the page has no place for what it shows');
createRoot(rootElement).render(<CustomerPage bridge={window.customerScreen} />);
