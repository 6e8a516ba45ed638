/**
 * The page that faces the customer: a separate bundle. It receives complete views and can make no
 * calls. It stores nothing and has no settings; all of its texts are in one topic.
 */
import '../app/fonts.css';
import '../app/tokens.css';
import '../app/base.css';
import { createRoot } from 'react-dom/client';
import { CustomerScreenPage } from './customer-screen-page.tsx';

const rootElement = document.getElementById('customer');
if (rootElement === null) throw new Error('the page has no place for what it shows');
createRoot(rootElement).render(<CustomerScreenPage bridge={window.customerScreen} />);
