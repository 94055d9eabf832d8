/** Web worker that runs the engine. A file of the web app, so that the build gives it a bundle of its own. */
import '@gossamer/engine/browser/engine-worker';
