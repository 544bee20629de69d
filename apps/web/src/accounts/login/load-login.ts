export const loadLogin = () => import('./login-screen.tsx')
