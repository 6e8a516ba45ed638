/**
 * Renders a long paper in a worker thread, so that the cashier does not wait: laying out and drawing
 * a text of 64 KB takes up to a second. The thread ends after the paper.
 */
export { type PaperRenderRequest, renderPaperInWorker } from './render-in-worker.ts';
