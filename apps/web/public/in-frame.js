// Before the page is painted: inside a frame its navigation and footer are not shown.
document.documentElement.toggleAttribute('data-embedded', window.self !== window.top)
