import styles from './facets-placeholder.module.css';

/** Takes the place of the filters with counts until they are loaded, so that the list below does not move. */
export const FacetsPlaceholder = () => <div className={styles['panel']} aria-hidden="true" />;
