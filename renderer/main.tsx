import './app/start/jitless.ts';
import { startPage } from './app/start/index.ts';

const rootElement = document.getElementById('till');
if (rootElement === null) throw new Error('the page has no place for the till');
void startPage(rootElement, window.till);
