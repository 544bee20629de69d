import { deferredPart } from '../../../ui/deferred-part.tsx'
import classes from './news-part.module.css'

// Loaded on demand; what is shown meanwhile has the height of the folded part.
export const NewsPart = deferredPart<object>(
  async () => (await import('./news.tsx')).News,
  <div className={classes.meanwhile} />,
)
