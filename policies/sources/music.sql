-- Schema snapshot of the source `music`: the tables of a Chinook-shaped store that reports use.
-- A NUMERIC column stores 0.99 as a double and 3.00 as an integer; reports state how they read it.
CREATE TABLE Artist (
  ArtistId INTEGER NOT NULL,
  Name NVARCHAR(120),
  CONSTRAINT PK_Artist PRIMARY KEY (ArtistId)
);

CREATE TABLE Album (
  AlbumId INTEGER NOT NULL,
  Title NVARCHAR(160) NOT NULL,
  ArtistId INTEGER NOT NULL,
  CONSTRAINT PK_Album PRIMARY KEY (AlbumId),
  FOREIGN KEY (ArtistId) REFERENCES Artist (ArtistId)
);
CREATE INDEX IFK_AlbumArtistId ON Album (ArtistId);

CREATE TABLE Genre (
  GenreId INTEGER NOT NULL,
  Name NVARCHAR(120),
  CONSTRAINT PK_Genre PRIMARY KEY (GenreId)
);

CREATE TABLE MediaType (
  MediaTypeId INTEGER NOT NULL,
  Name NVARCHAR(120),
  CONSTRAINT PK_MediaType PRIMARY KEY (MediaTypeId)
);

CREATE TABLE Track (
  TrackId INTEGER NOT NULL,
  Name NVARCHAR(200) NOT NULL,
  AlbumId INTEGER,
  MediaTypeId INTEGER NOT NULL,
  GenreId INTEGER,
  Composer NVARCHAR(220),
  Milliseconds INTEGER NOT NULL,
  Bytes INTEGER,
  UnitPrice NUMERIC(10,2) NOT NULL,
  CONSTRAINT PK_Track PRIMARY KEY (TrackId),
  FOREIGN KEY (AlbumId) REFERENCES Album (AlbumId),
  FOREIGN KEY (GenreId) REFERENCES Genre (GenreId),
  FOREIGN KEY (MediaTypeId) REFERENCES MediaType (MediaTypeId)
);
CREATE INDEX IFK_TrackAlbumId ON Track (AlbumId);
CREATE INDEX IFK_TrackGenreId ON Track (GenreId);
CREATE INDEX IFK_TrackMediaTypeId ON Track (MediaTypeId);

CREATE TABLE Customer (
  CustomerId INTEGER NOT NULL,
  FirstName NVARCHAR(40) NOT NULL,
  LastName NVARCHAR(20) NOT NULL,
  Company NVARCHAR(80),
  Address NVARCHAR(70),
  City NVARCHAR(40),
  State NVARCHAR(40),
  Country NVARCHAR(40),
  PostalCode NVARCHAR(10),
  Phone NVARCHAR(24),
  Fax NVARCHAR(24),
  Email NVARCHAR(60) NOT NULL,
  SupportRepId INTEGER,
  CONSTRAINT PK_Customer PRIMARY KEY (CustomerId)
);
CREATE INDEX IFK_CustomerSupportRepId ON Customer (SupportRepId);

CREATE TABLE Invoice (
  InvoiceId INTEGER NOT NULL,
  CustomerId INTEGER NOT NULL,
  InvoiceDate DATETIME NOT NULL,
  BillingAddress NVARCHAR(70),
  BillingCity NVARCHAR(40),
  BillingState NVARCHAR(40),
  BillingCountry NVARCHAR(40),
  BillingPostalCode NVARCHAR(10),
  Total NUMERIC(10,2) NOT NULL,
  CONSTRAINT PK_Invoice PRIMARY KEY (InvoiceId),
  FOREIGN KEY (CustomerId) REFERENCES Customer (CustomerId)
);
CREATE INDEX IFK_InvoiceCustomerId ON Invoice (CustomerId);
