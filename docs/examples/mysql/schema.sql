-- Un sistema de contabilidad de ejemplo, para el que están escritas las consultas de esta carpeta.
-- El suyo tendrá otras tablas: cambie las consultas, y deje los nombres de sus columnas.

create table proyectos (
  id int auto_increment primary key,
  nombre varchar(100) not null
) engine = InnoDB;

create table condominios (
  id int auto_increment primary key,
  proyecto_id int not null references proyectos (id),
  nombre varchar(100) not null
) engine = InnoDB;

create table vendedores (
  id int auto_increment primary key,
  nombre varchar(150) not null
) engine = InnoDB;

create table personas (
  rut varchar(12) primary key,
  nombre_completo varchar(200) not null,
  nombres varchar(100) not null default '',
  ciudad varchar(60),
  comuna varchar(60),
  direccion varchar(200),
  profesion varchar(100),
  estado_civil varchar(40),
  empleador varchar(150),
  fono varchar(40),
  correo varchar(150),
  renta decimal(14, 2),
  renta_variable decimal(14, 2),
  renta_arriendo decimal(14, 2),
  renta_promedio decimal(14, 2),
  representante_legal varchar(200)
) engine = InnoDB;

create table ventas (
  codigo varchar(20) primary key,
  condominio_id int not null references condominios (id),
  vendedor_id int references vendedores (id),
  titular varchar(12) not null references personas (rut),
  cotitular varchar(12) references personas (rut),
  precio_uf decimal(12, 4),
  aprobada datetime not null default '0000-00-00 00:00:00',
  completada date not null default '0000-00-00',
  anulada tinyint(1) not null default 0
) engine = InnoDB;

create table propiedades (
  venta varchar(20) not null references ventas (codigo),
  orden tinyint not null,
  tipo varchar(60) not null default '',
  lote varchar(30) not null default '',
  modelo varchar(60) not null default '',
  primary key (venta, orden)
) engine = InnoDB;

create table cuotas (
  venta varchar(20) not null references ventas (codigo),
  numero int not null,
  vence date not null default '0000-00-00',
  monto_uf decimal(12, 4),
  saldo_uf decimal(12, 4),
  estado varchar(20) not null default '',
  primary key (venta, numero)
) engine = InnoDB;

create table pagos (
  venta varchar(20) not null references ventas (codigo),
  numero int not null,
  monto_uf decimal(12, 4),
  depositado date not null default '0000-00-00',
  documento varchar(40) not null default '',
  comprobante varchar(300) not null default '',
  por_imputar_uf decimal(12, 4),
  primary key (venta, numero)
) engine = InnoDB;

-- Qué cuotas paga cada pago.
create table imputaciones (
  venta varchar(20) not null,
  pago int not null,
  cuota int not null,
  primary key (venta, pago, cuota)
) engine = InnoDB;

create table compromisos (
  venta varchar(20) not null references ventas (codigo),
  -- 'reserva', 'cuotas', 'contado' o 'hipotecario'
  tipo varchar(20) not null,
  uf decimal(12, 4),
  pesos decimal(14, 2),
  porcentaje decimal(11, 10),
  documento varchar(60),
  ultimo_pago date not null default '0000-00-00',
  pagado_uf decimal(12, 4),
  pagado_porcentaje decimal(11, 10),
  deuda_uf decimal(12, 4),
  cuotas_pendientes int,
  primary key (venta, tipo)
) engine = InnoDB;

create table escrituras (
  venta varchar(20) primary key references ventas (codigo),
  financiera varchar(150) not null default '',
  borrador datetime not null default '0000-00-00 00:00:00',
  firma_socio datetime not null default '0000-00-00 00:00:00',
  firma_vendedor datetime not null default '0000-00-00 00:00:00',
  firma_alzante datetime not null default '0000-00-00 00:00:00',
  ingreso_banco datetime not null default '0000-00-00 00:00:00',
  firma_banco datetime not null default '0000-00-00 00:00:00',
  cierre datetime not null default '0000-00-00 00:00:00',
  ingreso_cbr datetime not null default '0000-00-00 00:00:00',
  salida_cbr datetime not null default '0000-00-00 00:00:00'
) engine = InnoDB;
